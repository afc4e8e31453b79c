import type { DepartmentKind } from '../../../../contract/registers.ts';
import type { FuelLine, GoodsLine, JournalEvent, Report } from '../read/register-file.pure.ts';

interface Stored {
  register_id: string;
  /** Orders what differs in nothing but its arrival. */
  arrived: string;
  /** More than 26 hours after its arrival: the clock of the register is wrong. */
  is_future: boolean;
}

export type StoredReport = Report & Stored;
export type StoredEvent = JournalEvent & Stored;

/** What the journal of a day says at one connection, whose choices say what it means. */
export interface JournalSums {
  register_id: string;
  /** One for each grade. Empty without any fuel line: then the journal knows nothing of fuel. */
  fuel: Pick<FuelLine, 'grade' | 'volume' | 'amount'>[];
  /** One for each department and item. */
  goods: GoodsLine[];
  tax: number;
  sales: number;
  refunds: number;
  /** Of the events whose clock was right. */
  began: string | null;
  ended: string | null;
  /** The clock of one of them was wrong. */
  is_future: boolean;
}

/** A row of the feed, which is a whole day or a close of one. */
export interface FeedDay extends Stored {
  began: string;
  ended: string | null;
  fuel: { grade: string; volume: number; gross: number; discounts: number }[];
  departments: {
    code: string;
    name: string | null;
    gross: number;
    discounts: number;
    refunds: number;
    kind: DepartmentKind | null;
  }[];
  tax: number | null;
  sales: number | null;
  refunds: number | null;
}

/** The choices of a connection. */
export interface Choices {
  has_net_departments: boolean;
  lacks_check_digit: boolean;
  /** Merchandise, until somebody decides or a fuel line names it. */
  kindOf(code: string): DepartmentKind;
}

/** All that is kept of one location and business date. */
export interface StoredDay {
  business_date: string;
  reports: readonly StoredReport[];
  journal: readonly JournalSums[];
  feed: readonly FeedDay[];
  choicesOf(register_id: string): Choices;
}
