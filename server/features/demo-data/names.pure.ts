const firstNames =
  `Aaliyah Aaron Abdul Adaeze Adriana Ahmed Aiko Aisha Alejandro Amara Amelia Amir Ana Ananya André Angela Anika Antonio ` +
  `Arjun Ashley Astrid Beatriz Benjamin Bianca Björn Brandon Brianna Brittany Caleb Camila Carlos Carmen Caroline Chen ` +
  `Chiara Chloé Chukwu Claire Cody Connor Daniela Darius Deepa Destiny Diego Dmitri Dominique Dylan Ebony Elena Elijah ` +
  `Emeka Emily Emma Enrique Ethan Eun-ji Farid Fatima Félix Fernanda Francesca Gabriel Giovanni Grace Guadalupe Hana ` +
  `Hannah Haruto Hassan Heather Héctor Hiroshi Ian Ibrahim Imani Inés Ingrid Isabella Ivan Jacob Jamal Jasmine Javier ` +
  `Jennifer Jerome Jesús Jin João Jordan José Joy Juan Julia Kai Kareem Karina Katarzyna Kayla Keisha Kenji Kevin Khadija ` +
  `Kofi Kwame Lakshmi Lars Latoya Laura Lena Leila Liam Linh Lucas Lucía Luis Mackenzie Magdalena Mai Malik Manuel Marcus ` +
  `María Mariana Marie-Claire Marta Mateo Maya Megan Mei Mercedes Michael Miguel Min-jun Mohamed Molly Monique Nadia Naomi ` +
  `Natasha Neha Ngozi Nguyet Nia Nicolás Nikhil Noah Noor Oksana Olivia Omar Óscar Owen Pablo Patricia Paulo Pedro Penelope ` +
  `Precious Priya Rachel Rafael Raj Ramón Rebecca Ricardo Rosa Ryan Salma Samantha Samuel Sandra Santiago Sara Sebastián ` +
  `Shanice Sofía Søren Stephanie Sunita Tamika Tariq Tatiana Terrence Thandiwe Theo Thomas Tiffany Trevor Tyler Valentina ` +
  `Vanessa Víctor Vikram Wei William Ximena Xiomara Yara Yasmin Yuki Yusuf Zachary Zainab Zoë Zuzana`;

const lastNames =
  `Abbott Abdullah Acosta Adams Adeyemi Aguilar Ali Alvarez Andersen Anderson Bailey Baker Banerjee Barnes Bauer Begum Bell ` +
  `Bennett Bianchi Brooks Brown Bui Campbell Carter Castillo Chang Chavez Chen Cho Clark Cohen Coleman Collins Cooper Cruz ` +
  `Da_Silva Das Davis De_la_Cruz Diallo Diaz Edwards Eriksson Espinoza Evans Farah Fernández Fischer Fitzgerald Flores ` +
  `Foster Fournier Friedman Gallagher García Gómez González Gray Green Grigoryan Guerrero Gupta Gutiérrez Haddad Hall Hansen ` +
  `Harris Hassan Hernández Hill Hoang Horvat Howard Huang Hughes Ibáñez Ibrahim Ito Jackson Jansen Jenkins Jensen Jiménez ` +
  `Johnson Jones Joseph Kamara Kaplan Kaur Kelly Khan Kim King Kowalski Kumar Larsson Le Lee Lewis Li Lin Lindgren Liu Lopez ` +
  `Lowe Luna MacDonald Mahmoud Marino Martin Martínez Mbeki McCarthy Mehta Mendoza Miller Mitchell Mohammed Moore Morales ` +
  `Moreau Morgan Müller Muñoz Murphy Nakamura Navarro Ndiaye Nelson Nguyen Novak Núñez O'Brien O'Connor Ochoa Okafor Okoye ` +
  `Oliveira Olsen Ortega Ortiz Osei Owens Park Parker Patel Pereira Pérez Petrov Pham Phillips Popescu Powell Price Quinn ` +
  `Rahman Ramírez Ramos Reed Reyes Richardson Rivera Roberts Robinson Rodríguez Romano Rosenberg Rossi Russell Ruiz Saito ` +
  `Salazar Sánchez Sanders Santos Sato Schmidt Schneider Scott Shah Sharma Silva Simmons Singh Smith Sokolov Soto Sullivan ` +
  `Suzuki Tanaka Taylor Thompson Torres Tran Traoré Turner Vargas Vásquez Vega Villanueva Vu Walker Wang Ward Washington ` +
  `Watson Weber White Williams Wilson Wood Wright Wu Xiong Yamamoto Yang Yeboah Yilmaz Young Zhang Zhao Zielinski`;

export const first: readonly string[] = firstNames.split(' ');
/** `_` is the space inside a name. */
export const last: readonly string[] = lastNames.split(' ').map((name) => name.replaceAll('_', ' '));
