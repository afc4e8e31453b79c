import type { DepartmentBasis, DepartmentKind } from '../../../../contract/departments.ts';
import type { OverShortSign, TenderSum } from '../../../../contract/registers.ts';
import type { CloseDay } from '../close/close-day.pure.ts';
import type { FuelLine, GoodsLine, JournalEvent, Report, Values } from '../read/register-file.pure.ts';

interface Stored {
  register_id: string;
  /** Orders what differs in nothing but its arrival. */
  arrived: string;
  /** More than 26 hours after its arrival: the clock of the register is wrong. */
  is_future: boolean;
}

export type StoredReport = Report & Stored;
export type StoredEvent = JournalEvent & Omit<Stored, 'arrived'>;

/** Fuel and merchandise in cents, thousandths of a gallon between them, and transactions. */
export type HourSums = [fuel: number, fuel_volume: number, merchandise: number, sales: number];

/**
 * What the journal of a day says at one connection, whose choices say what it means. What is dated ahead is apart, as if
 * it were of another connection.
 */
export interface JournalSums {
  register_id: string;
  is_future: boolean;
  /** One for each grade. Empty without any fuel line: then the journal knows nothing of fuel. */
  fuel: Pick<FuelLine, 'grade' | 'volume' | 'amount'>[];
  /** One for each department and item. */
  goods: GoodsLine[];
  tax: number;
  sales: number;
  /** Without what only pays out. */
  refunds: number;
  returns: number;
  /** Null when an earlier release has read an event: it did not look at them. */
  tenders: TenderSum[] | null;
  values: Values;
  /** Cents by which the totals of its events differ from their lines. */
  unexplained: number;
  /** By local date and hour. */
  hours: ReadonlyMap<string, HourSums>;
  began: string | null;
  ended: string | null;
}

/** A row of the feed, which is a whole day or a close of one. */
export interface FeedDay extends Stored {
  version: number;
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

/** How the sales of a department count. */
export interface Counted {
  /** Folded; empty when no file names it. */
  name: string;
  counts_as: DepartmentKind;
  basis: DepartmentBasis;
}

/** The choices of a connection. */
export interface Choices {
  /** Its key was lost or stolen: what a working one sends is believed first. */
  is_lost: boolean;
  has_net_departments: boolean;
  lacks_check_digit: boolean;
  over_short_sign: OverShortSign;
  departmentOf(code: string): Counted;
}

/** All that is kept of one location and business date. */
export interface StoredDay {
  business_date: string;
  reports: readonly StoredReport[];
  journal: readonly JournalSums[];
  feed: readonly FeedDay[];
  /** From a spreadsheet of a user. */
  close?: CloseDay | null;
  /** Of `noRegister`, too. */
  choicesOf(register_id: string): Choices;
}
