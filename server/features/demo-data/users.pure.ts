import type { UserInput } from '../../../contract/fields/user-input.ts';
import { fold } from '../../../contract/lists/search-key.ts';
import { demoLocation, phoneIn, placeOfLocation } from './locations.pure.ts';
import { idFor, numberFor, type Random, randomFor } from './random.pure.ts';

const shareInactive = 0.07;
const shareWithoutPhone = 0.25;
/** Of users without a role, who wait for both. */
const shareWithoutLocation = 0.1;

export interface DemoUser {
  profile: UserInput & { id: string; location_ids: string[] };
  roles: string[];
  /** The index of their first location. */
  home: number;
}

export function demoUser(seed: number, index: number, locationCount: number): DemoUser {
  // An older word, because ids of existing databases come from the key.
  const key = `${seed} person ${index}`;
  const random = randomFor(key);
  const full_name = `${random.pick(first)} ${random.pick(last)}`;
  // The first user runs the chain.
  const roles = index === 0 ? ['admin'] : pickRoles(random);
  const home = locationCount > 0 ? random.integer(0, locationCount - 1) : 0;
  const phone = phoneIn(placeOfLocation(home), random);
  return {
    profile: {
      id: idFor(key),
      email: addressFor(full_name, index, seed),
      full_name,
      phone: random.next() < shareWithoutPhone ? null : phone,
      employee_number: numberFor(seed, 10_001 + index),
      is_active: index === 0 || random.next() >= shareInactive,
      location_ids: pickLocations(random, roles, home, locationCount).map(
        (location) => demoLocation(seed, location).id,
      ),
    },
    roles,
    home,
  };
}

function pickRoles(random: Random): string[] {
  const draw = random.next();
  if (draw < 0.0015) return ['admin'];
  if (draw < 0.075) return draw < 0.01 ? ['manager', 'viewer'] : ['manager'];
  if (draw < 0.11) return ['viewer'];
  if (draw < 0.15) return [];
  return draw < 0.165 ? ['employee', 'viewer'] : ['employee'];
}

/** Administrators have access to all locations without an assignment. */
function pickLocations(random: Random, roles: string[], home: number, locationCount: number): number[] {
  if (roles.includes('admin')) return [];
  const most = roles.includes('manager') ? 6 : roles.includes('viewer') ? 4 : random.next() < 0.8 ? 1 : 3;
  const least = roles.includes('manager') ? 2 : 1;
  const count = Math.min(random.integer(least, Math.max(least, most)), locationCount);
  if (roles.length === 0 && random.next() < shareWithoutLocation) return [];
  return Array.from({ length: count }, (_, step) => (home + step) % locationCount);
}

const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae' };

/** A reserved domain (RFC 2606). */
function addressFor(name: string, index: number, seed: number): string {
  const plain = fold(name).replace(/[øłđßæ]/g, (letter) => letters[letter] ?? '');
  const [given = '', ...family] = plain.split(' ').map((part) => part.replace(/[^a-z]/g, ''));
  const domain = seed === 1 ? 'northline.example' : `northline-${seed}.example`;
  return `${given}.${family.join('')}${index}@${domain}`;
}

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

const first = firstNames.split(' ');
/** `_` is the space inside a name. */
const last = lastNames.split(' ').map((name) => name.replaceAll('_', ' '));
