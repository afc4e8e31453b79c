import { fold } from '../lists/search-key.ts';

const districtHeads = `district|districts|district name|district names|district number|district #|district no|region|regions
  region name|area|areas|market|markets|territory|territories|distrito|distritos|bezirk|bezirke|gebiet|gebiete|secteur`;

/**
 * Exports write `label` as header. `synonyms`, between bars and line breaks, are what systems of human resources, cash
 * registers and spreadsheets say; the first that a file has wins.
 */
export const userColumns = {
  id: { label: 'Id', synonyms: 'canopy id|user id' },
  employee_number: {
    label: 'Employee number',
    synonyms: `number|employee #|employee no|employee id|emp id|emp #|emp no|emp num|emp number|empl id
      employee code|employee num|eid|staff number|staff id|staff no|personnel number|personnel no
      personnel id|badge number|badge #|badge no|badge id|badge|worker id|associate id|associate number
      associate #|team member id|payroll id|payroll number|payroll #|file number|file #|cashier id
      cashier number|pers nr|personalnummer|mitarbeiternummer|mitarbeiter nr|matricule|numero de empleado
      no de empleado|num empleado|num de empleado|id de empleado|id empleado|codigo de empleado|legajo
      position id|gusto employee id|external employee id|person number|employee|empleado id`,
  },
  email: {
    label: 'Email',
    synonyms: `e-mail|mail|email address|e-mail address|work email|work e-mail|work email address
      business email|company email|corporate email|primary email|primary email address|employee email
      email work|email id|emails|contact email|user principal name|upn|emails value|emails[0].value|login
      login email|username|user name|userPrincipalName|work contact: work email|work contact work email
      primary work email|email address work|correo electronico|correo|direccion de correo|email de trabajo
      correo de trabajo|courriel|adresse e-mail|e-mail-adresse|e-mail dienstlich|dienstliche e-mail
      personal email|personal contact: personal email`,
  },
  full_name: {
    label: 'Full name',
    synonyms: `name|employee name|display name|emp name|legal name|preferred name|worker name|worker
      associate name|team member|team member name|staff name|employee full name|cashier name|user
      name formatted|formatted name|payroll name|nombre completo|nombre y apellidos|nom complet|mitarbeiter
      mitarbeitername|empleado|vollstandiger name|last name, first name|name (last, first)|last, first`,
  },
  first_name: {
    label: 'First name',
    synonyms: `first|given name|givenname|legal first name|preferred first name|employee first name
      fname|forename|name given name|vorname|prenom|nombre`,
  },
  last_name: {
    label: 'Last name',
    synonyms: `last|surname|family name|legal last name|preferred last name|employee last name|sn|lname
      name family name|nachname|nom|nom de famille|apellido|apellidos`,
  },
  phone: {
    label: 'Phone',
    synonyms: `phone number|telephone|tel|mobile|cell|cell phone|cellphone|cell number|mobile phone
      mobile number|work phone|primary phone|contact number|phone #|phone no|phone 1|home phone
      telephone number|contact phone|phone numbers value|work contact: work phone|work contact: work mobile
      personal contact: personal mobile|personal contact: home phone|personal mobile|primary work phone|telefon
      telefono|telefono movil|telefono de contacto|movil|celular|handy|mobil|handynummer|mobilnummer
      telefonnummer|rufnummer`,
  },
  status: {
    label: 'Status',
    synonyms: `active|is active|state of employment|enabled|employment status|employee status
      emp status|worker status|account status|user status|active status|active?|active y/n|status code
      account enabled|position status|assignment status|work status|statut|estado|estatus|situacion|activo
      aktiv|beschaftigungsstatus`,
  },
  roles: {
    label: 'Roles',
    synonyms: `role|position|job|job title|title|job role|position title|job name|job code
      job description|job position|security role|user role|business title|security group|groups|rolle
      funktion|job title description|job titles|jobs|job descriptions|position description|primary job
      primary job title|roles and wages|access level|permission|permission set|puesto|puesto de trabajo|cargo
      rol|poste|fonction|stelle|stellenbezeichnung|tatigkeit|rollen`,
  },
  locations: {
    label: 'Locations',
    synonyms: `location|store|stores|site|sites|store #|home store|home location|store number|store no
      store id|store num|store name|work location|location name|location number|location #|location code
      location id|location no|site no|site number|site name|site id|site #|site code|assigned store
      assigned location|primary location|home site|cost center|branch|unit|unit number|unit #|station
      location description|location names|work location name|assigned locations
      work address|filiale|filialen|filialname|filialnummer|filial nr|standort|standorte|markt|tienda
      tiendas|sucursal|numero de tienda|numero de sucursal|centro de trabajo|ubicacion|magasin`,
  },
  /** Whole ones: their locations of today, and new ones. */
  districts: { label: 'Districts', synonyms: districtHeads },
  /** An X in their cells means their header. Several columns of a file have these. */
  location_marks: { label: 'X means this location', synonyms: '' },
  role_marks: { label: 'X means this role', synonyms: '' },
} as const;
export type UserColumn = keyof typeof userColumns;

export const locationColumns = {
  id: { label: 'Id', synonyms: 'canopy id' },
  number: {
    label: 'Number',
    synonyms: `location number|store number|store #|store no|store num|site number|site no|site #
      site id|site num|location #|location no|location code|store code|site code|unit number|unit #|unit no
      unit|station number|station #|station id|station no|branch number|branch code|cost center|facility id
      facility number|#|no|nr|num|filialnummer|filial-nr|marktnummer|standortnummer|numero|numero de tienda
      no de tienda|numero de sucursal|codigo de tienda|location id|store id`,
  },
  name: {
    label: 'Name',
    synonyms: `location name|store name|site name|station name|branch name|facility name|unit name
      display name|filialname|marktname|standortname|nombre de tienda|nombre de la tienda
      nombre de sucursal|nom du magasin|dba name|dba|location|store|site|station|branch|facility
      filiale|standort|bezeichnung|nombre|tienda|sucursal|nom`,
  },
  address: {
    label: 'Address',
    synonyms: `street|street address|address 1|address line 1|addr|addr 1|address1|addr1|street 1
      street line 1|site address|store address|location address|physical address|mailing address|strasse
      straße|strasse und hausnummer|anschrift|direccion|adresse|domicilio|calle`,
  },
  city: {
    label: 'City',
    synonyms: `town|city/town|city name|town/city|municipality|ort|stadt|ville|ciudad|localidad|municipio`,
  },
  state: {
    label: 'State',
    synonyms: `st|province|state/province|state/region|state code|state name|us state|bundesland|bundesstaat|estado
      provincia`,
  },
  zip: {
    label: 'ZIP',
    synonyms: `zip code|postal code|postcode|plz|zip/postal code|zip/postal|zip 5|post code
      codigo postal|code postal|cp|postleitzahl`,
  },
  phone: {
    label: 'Phone',
    synonyms: `phone number|telephone|tel|store phone|site phone|main phone|location phone|phone #
      phone no|telephone number|contact number|phone 1|telefon|telefonnummer|telefono|telefono de tienda`,
  },
  closed_on: {
    label: 'Closed on',
    synonyms: `closed|closing date|closed since|close date|closed date|date closed|closure date
      planned closing|closing|fecha de cierre|cerrada el|cierre|geschlossen am|geschlossen seit|schliessung
      schliessdatum|geschlossen`,
  },
  /** Open or closed. It closes nothing, because it has no day. */
  status: {
    label: 'Status',
    synonyms: `store status|site status|location status|operating status|operational status|status code|active
      is active|active?|open|is open|open?|open/closed|estatus|situacion|statut|aktiv|offen`,
  },
  time_zone: {
    label: 'Time zone',
    synonyms: `timezone|tz|iana time zone|time zone id|local time zone|store time zone|location time zone
      zeitzone|zona horaria|fuseau horaire`,
  },
  district: { label: 'District', synonyms: districtHeads },
} as const;
export type LocationColumn = keyof typeof locationColumns;

/** One product at one location. `locations` is one of them, with the meanings that words get elsewhere. */
export const stockColumns = {
  locations: {
    label: 'Location',
    synonyms: `locations|store|site|store #|store number|store no|store id|store num|store name|location name
      location number|location #|location code|location id|location no|site number|site no|site id|site #
      site name|site code|unit|unit number|unit #|station|branch|warehouse|filiale|standort|tienda|sucursal`,
  },
  code: {
    label: 'Code',
    synonyms: `upc|upc code|plu|sku|barcode|bar code|gtin|ean|scan code|pos code|item code|item number|item #
      item no|item id|item|product code|product id|product number|product|article|article number|codigo`,
  },
  on_hand: {
    label: 'On hand',
    synonyms: `quantity on hand|qty on hand|qoh|onhand|quantity|qty|stock|in stock|stock level|current stock
      stock on hand|soh|count|counted|counted quantity|count qty|units|balance|inventory|existencia|bestand`,
  },
  reorder_point: {
    label: 'Reorder point',
    synonyms: `reorder level|reorder at|reorder|rop|min|minimum|min qty|min quantity|min stock|minimum stock|par
      par level|low stock|low stock level|safety stock|order point|punto de pedido|meldebestand`,
  },
  counted_at: {
    label: 'Counted at',
    synonyms: `counted on|count date|count time|date counted|inventory date|stock date|as of|as of date|last count
      last counted|date|timestamp|fecha de conteo`,
  },
} as const;
export type StockColumn = keyof typeof stockColumns;

export const importColumns = { users: userColumns, locations: locationColumns, stock: stockColumns } as const;

/** What a user has several of: cells add names, take them away with a minus, or replace. */
export const listColumns = ['roles', 'locations', 'districts'] as const satisfies UserColumn[];
export type ListColumn = (typeof listColumns)[number];

export function isListColumn(column: ImportColumn | null): column is ListColumn {
  return listColumns.some((one) => one === column);
}

export type MarkColumn = 'location_marks' | 'role_marks';
/** Additive columns that a header names: an X says that a user has it. */
export const markColumns: { readonly [K in ImportColumn]?: MarkColumn } = {
  locations: 'location_marks',
  roles: 'role_marks',
};

/** By a column of its own, or by columns with an X. */
export function isMapped(mapping: readonly (ImportColumn | null)[], column: ImportColumn): boolean {
  return mapping.includes(column) || mapping.includes(markColumns[column] ?? column);
}

/** Several columns of a file may mean it. */
export function isMarkColumn(column: ImportColumn | null): column is MarkColumn {
  return column === 'location_marks' || column === 'role_marks';
}

export type ImportColumn = UserColumn | LocationColumn | StockColumn;
export const importColumnIds = [
  ...new Set(Object.values(importColumns).flatMap((columns) => Object.keys(columns))),
] as ImportColumn[];

/** As the header of an export has it. */
export function labelOf(about: keyof typeof importColumns, column: ImportColumn): string {
  const columns: { [K in ImportColumn]?: { label: string } } = importColumns[about];
  return columns[column]?.label ?? column;
}

/** In a file. Exports have the whole field. */
export const nameParts = ['first_name', 'last_name'] as const satisfies UserColumn[];

/** An unknown word in these columns is given its meaning once for the file. */
export const wordColumns = [
  'roles',
  'locations',
  'status',
  'state',
  'district',
  'districts',
] as const satisfies ImportColumn[];
export type WordColumn = (typeof wordColumns)[number];

/** Spreadsheets take the zeros off the front of numbers. */
export const numberColumns = ['locations', 'employee_number', 'number'] as const satisfies ImportColumn[];
export type NumberColumn = (typeof numberColumns)[number];

/** All other columns are required. */
export const clearableColumns = [
  'phone',
  'employee_number',
  'number',
  'closed_on',
  'district',
  ...listColumns,
  'reorder_point',
] as const satisfies ImportColumn[];

/** The location of a stock line is what it is about. */
export function isClearable(about: keyof typeof importColumns, column: ImportColumn): boolean {
  return clearableColumns.some((one) => one === column) && !(about === 'stock' && column === 'locations');
}

/** Case, accents, spaces and punctuation make no difference. */
export function headerKey(header: string): string {
  return fold(header).replace(/[^\p{L}\p{N}#]+/gu, '');
}

/** After the columns of the imported file. */
export const resultHeaders = ['Line', 'Result', 'Reason'];
