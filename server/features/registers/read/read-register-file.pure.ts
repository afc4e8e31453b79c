import { readEvent } from './journal.pure.ts';
import { cents, createMovementReader, itemCodeOf, movements, unreadMovements } from './movement.pure.ts';
import { RefusedFile, type RegisterDocument } from './register-file.pure.ts';
import { childOf, nodeAt, readXml, textOf, type XmlNode } from './xml.pure.ts';

const noPause = async () => {};
const labelMaxLength = 100;

/** Decides by the local name of the root and of its first movement, never by a name or a namespace. @throws RefusedFile */
export async function readRegisterFile(
  bytes: Buffer,
  pause: () => Promise<void> = noPause,
): Promise<RegisterDocument> {
  if (bytes.every((byte) => byte === 0 || byte === 0x20 || byte === 0x0a || byte === 0x0d))
    throw new RefusedFile('The file is empty. Registers leave empty files when their disk is full.');
  const file: RegisterDocument = {
    document: '',
    is_understood: false,
    store_number: null,
    make: null,
    version: null,
    reports: [],
    events: [],
    items: null,
    uncountable: 0,
  };
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
  await readXml(
    bytes,
    {
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
    },
    pause,
  );
  finish();
  file.document ||= root.slice(0, labelMaxLength);
  return file;
}

function readEnvelope(header: XmlNode, file: RegisterDocument): void {
  file.store_number = textOf(header, 'StoreLocationID')?.slice(0, labelMaxLength) ?? null;
  file.make = textOf(header, 'VendorName')?.slice(0, labelMaxLength) ?? null;
  file.version = textOf(header, 'VendorModelVersion')?.slice(0, labelMaxLength) ?? null;
}

function readJournalChild(node: XmlNode, file: RegisterDocument): void {
  if (!node.name.endsWith('Event')) return;
  const event = readEvent(node);
  if (event) file.events.push(event);
  else file.uncountable += 1;
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
