import { createEventList } from './event-list.pure.ts';
import { readEvent } from './journal.pure.ts';
import { cents, createMovementReader, itemCodeOf, movements, unreadMovements } from './movement.pure.ts';
import type { RegisterDocument, Report } from './register-file.pure.ts';
import { childOf, createXmlReader, nodeAt, textOf, type XmlNode } from './xml.pure.ts';

const labelMaxLength = 100;

export interface RegisterFileReader {
  /** A piece of 64 kB at most. @throws RefusedFile */
  write(piece: Buffer): void;
  /** @throws RefusedFile */
  end(): RegisterDocument;
}

/** Decides by the local name of the root and of its first movement, never by a name or a namespace. */
export function createRegisterFileReader(): RegisterFileReader {
  const file: RegisterDocument = {
    document: '',
    is_understood: false,
    store_number: null,
    make: null,
    version: null,
    reports: [],
    events: createEventList(),
    departments: new Map(),
    items: null,
    uncountable: 0,
  };
  let root = '';
  let movement: { node: XmlNode; reader: ReturnType<typeof createMovementReader> } | null = null;
  const finish = () => {
    if (movement) noteReport(movement.reader.end(), file);
    movement = null;
  };
  const named = (document: string) => {
    file.document ||= document;
    file.is_understood = true;
  };
  const xml = createXmlReader({
    root(node) {
      root = node.name;
    },
    opens(node) {
      if (root === 'NAXML-POSJournal' && node.name === 'JournalReport') {
        named('PJR');
        return true;
      }
      if (root === 'NAXML-MovementReport') {
        const element = movements[node.name];
        if (element) {
          finish();
          named(element);
          movement = { node, reader: createMovementReader(element, node) };
          return true;
        }
        file.document ||= unreadMovements[node.name] ?? '';
        return false;
      }
      const isMaintenance = root === 'NAXML-MaintenanceRequest' || root === 'PassportDataMaintenance';
      if (!isMaintenance || node.name !== 'ItemMaintenance') return false;
      named('ITT');
      file.items ??= { is_whole: false, items: [] };
      return true;
    },
    child(container, node) {
      if (container === null) {
        if (node.name === 'TransmissionHeader') readEnvelope(node, file);
      } else if (container.name === 'JournalReport') {
        readJournalChild(node, file);
      } else if (container.name === 'ItemMaintenance') {
        readItem(node, file);
      } else {
        movement?.reader.child(node);
      }
    },
  });
  return {
    write: xml.write,
    end() {
      xml.end();
      finish();
      file.document ||= root.slice(0, labelMaxLength);
      return file;
    },
  };
}

function noteReport(report: Report, file: RegisterDocument): void {
  file.reports.push(report);
  for (const { code, name } of report.data.departments ?? []) noteDepartment(file, code, name, false);
  for (const { department } of report.data.items ?? []) noteDepartment(file, department, null, false);
}

function noteDepartment(
  { departments }: RegisterDocument,
  code: string | null,
  name: string | null,
  is_fuel_line: boolean,
): void {
  if (code === null) return;
  const known = departments.get(code);
  if (known && (known.name !== null || name === null) && (known.is_fuel_line || !is_fuel_line)) return;
  departments.set(code, {
    name: known?.name ?? name,
    is_fuel_line: is_fuel_line || (known?.is_fuel_line ?? false),
  });
}

function readEnvelope(header: XmlNode, file: RegisterDocument): void {
  file.store_number = textOf(header, 'StoreLocationID')?.slice(0, labelMaxLength) ?? null;
  file.make = textOf(header, 'VendorName')?.slice(0, labelMaxLength) ?? null;
  file.version = textOf(header, 'VendorModelVersion')?.slice(0, labelMaxLength) ?? null;
}

function readJournalChild(node: XmlNode, file: RegisterDocument): void {
  if (!node.name.endsWith('Event')) return;
  const event = readEvent(node);
  if (!event) {
    file.uncountable += 1;
    return;
  }
  const { identity, business_date, began, fuel, goods } = event;
  file.events.add({ identity, business_date, began, content: JSON.stringify(event) });
  for (const { department } of goods) noteDepartment(file, department, null, false);
  for (const { department } of fuel) noteDepartment(file, department, null, true);
}

function readItem(node: XmlNode, file: RegisterDocument): void {
  const { items } = file;
  if (!items) return;
  if (node.name === 'TableAction') items.is_whole = node.attributes.type === 'initialize';
  if (node.name !== 'ITTDetail') return;
  const code = itemCodeOf(node);
  if (!code) return;
  const data = childOf(node, 'ITTData');
  const isDeleted = childOf(node, 'RecordAction')?.attributes.type === 'delete';
  // An item without the flag is active.
  const isInactive = nodeAt(data, 'ActiveFlag')?.attributes.value?.toLowerCase() === 'no';
  items.items.push({
    ...code,
    name: textOf(data, 'Description')?.slice(0, labelMaxLength) ?? null,
    department: textOf(data, 'MerchandiseCode'),
    price: textOf(data, 'RegularSellPrice') === null ? null : cents(data, 'RegularSellPrice'),
    is_active: !isDeleted && !isInactive,
  });
}
