/** The three legal documents (docs/product-rules.md#legal-documents). */
export type LegalName = 'nda' | 'privacy' | 'terms';

/** Facts about the deployment that the documents depend on. */
export interface LegalFacts {
  /** The product's name. */
  product: string;
  /** The hospital that offers the product. */
  hospital: string;
  /** Whether this is the demo, offered as a trial under an NDA, with demo content, demo accounts and an outbox page that every visitor can read. */
  isDemo: boolean;
  /** Whether the survey recorder stores the answers; otherwise it keeps only a receipt. */
  storesAnswers: boolean;
}

/** A paragraph, a list, a link to another document, or the support team's contacts. */
export type LegalBlock = string | { list: string[] } | { read: LegalName } | { contacts: true };

export interface LegalSection {
  /** Fragment identifier of the section; the same in both languages. */
  id: string;
  title: string;
  blocks: LegalBlock[];
}

export interface LegalDocument {
  title: string;
  /** Date of writing (ISO 8601). */
  date: string;
  version: string;
  intro: string[];
  sections: LegalSection[];
}

/** One document in one language. */
export type LegalText = (facts: LegalFacts) => LegalDocument;
