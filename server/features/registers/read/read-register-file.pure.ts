import { createPackedList } from '../../../platform/packed-list.ts';
import { createFileBounds, type FileBounds } from './bounds.pure.ts';
import {
  cents,
  codeAt,
  createFigureReader,
  cutName,
  type FigureReader,
  itemCodeOf,
  nameAt,
} from './fields.pure.ts';
import { refuseRoot } from './foreign.pure.ts';
import { readEvent } from './journal.pure.ts';
import { boundItems, createMovementReader, movements, unreadMovements } from './movement.pure.ts';
import type { EventList, ReadEvent, RegisterDocument } from './register-file.pure.ts';
import { childOf, createXmlReader, nodeAt, textOf, type XmlNode } from './xml.pure.ts';

/** Decides by the local name of the root and of its first movement, never by a name or a namespace. */
export function createRegisterFileReader() {
  const bounds = createFileBounds();
  const file: RegisterDocument = {
    document: '',
    is_understood: false,
    store_number: null,
    make: null,
    version: null,
    reports: [],
    events: createEventList(),
    departments: bounds.departments,
    items: null,
    uncountable: 0,
  };
  const readJournalChild = createJournalReader(file, bounds);
  let root = '';
  let movement: { node: XmlNode; reader: ReturnType<typeof createMovementReader> } | null = null;
  const finish = () => {
    if (movement) file.reports.push(movement.reader.end());
    movement = null;
  };
  const named = (document: string) => {
    file.document ||= document;
    file.is_understood = true;
  };
  const xml = createXmlReader({
    root(node) {
      root = node.name;
      refuseRoot(root);
    },
    opens(node) {
      if (root === 'NAXML-POSJournal' && node.name === 'JournalReport') {
        named('PJR');
        return true;
      }
      if (root === 'NAXML-MovementReport') {
        const element = movements.get(node.name);
        if (element) {
          finish();
          named(element);
          movement = { node, reader: createMovementReader(element, node, bounds) };
          return true;
        }
        file.document ||= unreadMovements.get(node.name) ?? '';
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
        readJournalChild(node);
      } else if (container.name === 'ItemMaintenance') {
        readItem(node, file);
      } else {
        movement?.reader.child(node);
      }
    },
  });
  return {
    write: xml.write,
    /** @throws RefusedFile */
    end(): RegisterDocument {
      xml.end();
      finish();
      file.document ||= cutName(root);
      return file;
    },
  };
}

function readEnvelope(header: XmlNode, file: RegisterDocument): void {
  file.store_number = codeAt(header, 'StoreLocationID');
  file.make = nameAt(header, 'VendorName');
  file.version = nameAt(header, 'VendorModelVersion');
}

function createJournalReader(file: RegisterDocument, bounds: FileBounds) {
  const days = new Map<string, FigureReader>();
  const figuresOf = (business_date: string) => {
    const known = days.get(business_date) ?? createFigureReader();
    days.set(business_date, known);
    return known;
  };
  return (node: XmlNode) => {
    if (!node.name.endsWith('Event')) return;
    bounds.event(node.line);
    const event = readEvent(node, figuresOf);
    if (!event) {
      file.uncountable += 1;
      return;
    }
    const { identity, business_date, began, fuel, goods } = event;
    bounds.date(business_date, node.line);
    file.events.add({ identity, business_date, began, content: JSON.stringify(event) });
    for (const { department, name = null } of goods) bounds.department(department, name, false, node.line);
    for (const { department, grade } of fuel) {
      bounds.department(department, null, true, node.line);
      bounds.grade(grade, node.line);
    }
  };
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
  const item = {
    ...code,
    name: nameAt(data, 'Description'),
    department: codeAt(data, 'MerchandiseCode'),
    price: textOf(data, 'RegularSellPrice') === null ? null : cents(data, 'RegularSellPrice'),
    is_active: !isDeleted && !isInactive,
  };
  items.items.push(item);
  boundItems(items.items.length, node.line, 'the price book');
}

function createEventList(): EventList {
  const dates = new Set<string>();
  const events = createPackedList<ReadEvent>();
  return {
    dates,
    add(event) {
      dates.add(event.business_date);
      events.add(event);
    },
    [Symbol.iterator]: () => events[Symbol.iterator](),
  };
}
