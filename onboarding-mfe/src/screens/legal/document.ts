/** The three legal documents (docs/product-rules.md#legal-documents). */
export type LegalName = 'nda' | 'privacy' | 'terms';

/** What a document has to know about the place where the product runs. */
export interface LegalFacts {
  /** The product's name. */
  product: string;
  /** The hospital that offers the trial. */
  hospital: string;
  /** Demo content and demo accounts, and messages that every visitor may read on the outbox page. */
  isDemo: boolean;
  /** The survey recorder stores the answers; otherwise it keeps a receipt and drops them. */
  keepsAnswers: boolean;
}

/** A paragraph, a list, a link to another document, or the support team's contacts. */
export type LegalBlock = string | { list: string[] } | { read: LegalName } | { contacts: true };

export interface LegalSection {
  /** The section's address within the page; the same in both languages. */
  id: string;
  title: string;
  blocks: LegalBlock[];
}

export interface LegalDocument {
  title: string;
  /** The day it was written, as an ISO 8601 date. */
  date: string;
  version: string;
  intro: string[];
  sections: LegalSection[];
}

/** One document in one language. */
export type LegalText = (facts: LegalFacts) => LegalDocument;
