import type { LocationInput } from '../../../contract/fields/location-input.ts';
import { idFor, numberFor, type Random, randomFor } from './random.pure.ts';

/** `Name = street`. */
const sites = (
  `Mill Road = Mill Road, Airport = Airport Boulevard, Turnpike = Turnpike Plaza, ` +
  `Old Town = Main Street, Orchard = Orchard Street, Riverside = River Road, Exit = Interstate Drive, ` +
  `Harbor = Harbor Road, Stadium = Stadium Drive, University = College Avenue, Depot = Depot Street, ` +
  `Crossroads = County Road 9, Union Square = Union Avenue, Fairgrounds = Fairground Road, ` +
  `North End = North Street, South Gate = Gate Street, Lakeview = Lake Shore Drive, ` +
  `Hilltop = Summit Avenue, Foundry = Foundry Lane, Market = Market Street, ` +
  `Bridge Street = Bridge Street, Five Corners = State Street, Quarry = Quarry Road, ` +
  `Beltway = Ring Road, Station = Railroad Avenue, Canal = Canal Street, Meadows = Meadow Lane, ` +
  `Truck Stop = Route 20, Parkway = Parkway East, O'Brien's Corner = Elm Street`
)
  .split(', ')
  .map((site) => site.split(' = ') as [name: string, street: string]);

const firstNumber = 101;

export type DemoLocation = LocationInput & { id: string };

export function demoLocation(seed: number, index: number): DemoLocation {
  // An older word, because ids of existing databases come from the key.
  const key = `${seed} store ${index}`;
  const random = randomFor(key);
  const place = placeOfLocation(index);
  const [site, street] = random.pick(sites);
  const name = site === 'Exit' ? `Exit ${random.integer(1, 62)}` : site;
  return {
    id: idFor(key),
    name: `${name} ${firstNumber + index}`,
    address: `${random.integer(1, 4999)} ${street}`,
    city: place.city,
    state: place.state,
    zip: `${place.zip}${String(random.integer(1, 39)).padStart(2, '0')}`,
    phone: random.next() < 0.95 ? phoneIn(place, random) : null,
    number: numberFor(seed, firstNumber + index),
  };
}

interface Place {
  city: string;
  state: string;
  /** The first three digits. */
  zip: string;
  area: string;
}

/** `City zip area, City zip area`. Neighbors are next to each other, because the chain grew from Albany. */
const states = `
NY Albany 122 518, Schenectady 123 518, Troy 121 518, Saratoga Springs 128 518, Utica 135 315, Syracuse 132 315, Rochester 146 585, Buffalo 142 716, Binghamton 139 607, Ithaca 148 607, Kingston 124 845, Poughkeepsie 126 845
VT Burlington 054 802, Rutland 057 802, Brattleboro 053 802
NH Manchester 031 603, Nashua 030 603, Concord 033 603
ME Portland 041 207, Bangor 044 207
MA Worcester 016 508, Springfield 011 413, Pittsfield 012 413, Lowell 018 978
CT Hartford 061 860, New Haven 065 203, Waterbury 067 203
RI Providence 029 401
PA Scranton 185 570, Allentown 181 610, Harrisburg 171 717, Lancaster 176 717, Erie 165 814, Pittsburgh 152 412
NJ Trenton 086 609, Newark 071 973, Camden 081 856
DE Wilmington 198 302, Dover 199 302
MD Baltimore 212 410, Frederick 217 301
VA Richmond 232 804, Roanoke 240 540, Norfolk 235 757
WV Charleston 253 304, Morgantown 265 304
NC Raleigh 276 919, Greensboro 274 336, Charlotte 282 704, Asheville 288 828
SC Columbia 292 803, Greenville 296 864
GA Atlanta 303 404, Macon 312 478, Savannah 314 912
FL Jacksonville 322 904, Tallahassee 323 850, Orlando 328 407, Tampa 336 813
TN Knoxville 379 865, Nashville 372 615, Memphis 381 901
KY Lexington 405 859, Louisville 402 502
OH Cleveland 441 216, Akron 443 330, Columbus 432 614, Dayton 454 937, Toledo 436 419
IN Indianapolis 462 317, Fort Wayne 468 260, South Bend 466 574
MI Detroit 482 313, Lansing 489 517, Grand Rapids 495 616
IL Chicago 606 312, Rockford 611 815, Peoria 616 309, Springfield 627 217
WI Milwaukee 532 414, Madison 537 608, Green Bay 543 920
MN Minneapolis 554 612, Duluth 558 218, Rochester 559 507
IA Des Moines 503 515, Cedar Rapids 524 319, Davenport 528 563
MO St. Louis 631 314, Springfield 658 417, Kansas City 641 816
KS Topeka 666 785, Wichita 672 316
NE Omaha 681 402, Lincoln 685 402
SD Sioux Falls 571 605
ND Fargo 581 701
OK Tulsa 741 918, Oklahoma City 731 405
TX Dallas 752 214, Austin 787 512, San Antonio 782 210, Lubbock 794 806, Amarillo 791 806, El Paso 799 915
NM Albuquerque 871 505, Las Cruces 880 575
AZ Phoenix 850 602, Tucson 857 520, Flagstaff 860 928
CO Denver 802 303, Colorado Springs 809 719, Pueblo 810 719
WY Cheyenne 820 307, Casper 826 307
MT Billings 591 406, Missoula 598 406
ID Boise 837 208, Idaho Falls 834 208
UT Salt Lake City 841 801, Provo 846 801
NV Reno 895 775, Las Vegas 891 702
CA Sacramento 958 916, Stockton 952 209, Fresno 937 559, Bakersfield 933 661, San Diego 921 619
OR Portland 972 503, Salem 973 503, Eugene 974 541
WA Seattle 981 206, Tacoma 984 253, Spokane 992 509`;

const places: readonly Place[] = states
  .trim()
  .split('\n')
  .flatMap((line) =>
    line
      .slice(3)
      .split(', ')
      .map((text) => placeOf(line.slice(0, 2), text)),
  );

function placeOf(state: string, text: string): Place {
  const [, city = '', zip = '', area = ''] = /^(.+) (\d{3}) (\d{3})$/.exec(text) ?? [];
  return { city, state, zip, area };
}

/** Close numbers are close on the map. */
const locationsPerCity = 7;

export function placeOfLocation(index: number): Place {
  // The remainder is always a valid index.
  return places[Math.floor(index / locationsPerCity) % places.length] as Place;
}

/** Numbers with 555 are not in use. */
export function phoneIn({ area }: Place, random: Random): string {
  return `(${area}) 555-${String(random.integer(100, 9999)).padStart(4, '0')}`;
}
