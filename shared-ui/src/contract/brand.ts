/** Everything a hospital changes to brand the product (`shell/brand.json`). */
export interface Brand {
  name: string;
  /** What the name means: one sentence per language. */
  meaning: Record<'en' | 'fr', string>;
  /** SVG path of the mark in a 24 by 24 box. */
  logo: string;
  colours: { background: string; theme: string; star: string };
  supportEmail: string;
  supportPhones: { number: string; extension: string }[];
  hospital: string;
  locales: ('en' | 'fr')[];
}
