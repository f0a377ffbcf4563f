// What the thread for PDFs is asked and answers.
import type { FieldType } from './model.ts';

export type InspectionReason =
  | 'not_pdf'
  | 'encrypted'
  | 'javascript'
  | 'xfa'
  | 'signed'
  | 'damaged'
  | 'too_many_pages';

/** A field with what is drawn into it. */
export interface DrawnField {
  type: FieldType;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** A text, a tick, or a picture as base64. */
  text?: string;
  isTicked?: boolean;
  png?: string;
}

/** A paragraph of the pages with the evidence. */
export interface Paragraph {
  text: string;
  style: 'title' | 'heading' | 'text' | 'small';
}

export interface Certificate {
  /** A PKCS #12 file with key and certificate. */
  p12: Uint8Array;
  password: string;
}

export interface SealInput {
  /** Absent for the certificate of completion, which has only paragraphs. */
  bytes?: Uint8Array;
  fields: DrawnField[];
  paragraphs: Paragraph[];
  /** The title of a PDF that is made here. */
  title: string;
  at: Date;
  certificate?: Certificate;
}

export interface SealedPdf {
  bytes: Uint8Array;
}

export type PdfTask =
  | { task: 'inspect'; bytes: Uint8Array }
  | { task: 'picture'; base64: string }
  | ({ task: 'seal' } & SealInput);
