/** The parts of the (white-label) brand file that server messages and demo content use. */
import { readFileSync } from 'node:fs';
import { EXAMPLE_BRAND, exampleBrandProblems } from 'server-kit/example-brand';

export interface Brand {
  name: string;
  hospital: string;
  supportEmail: string;
  /** Number that support requests are texted to, with country code. */
  supportPhone: string;
}

/** Used by a demo without a brand file. */
const DEFAULT_BRAND: Brand = {
  name: 'Lodestar',
  hospital: EXAMPLE_BRAND.hospital,
  supportEmail: EXAMPLE_BRAND.supportEmail,
  supportPhone: EXAMPLE_BRAND.supportPhones[0] ?? '',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(file: string, problems: string[]): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRecord(value)) return value;
    problems.push(`BRAND_FILE ${file} does not hold a JSON object`);
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    problems.push(`BRAND_FILE ${file} ${reason}`);
  }
  return undefined;
}

/**
 * Reads the brand file. Adds a message to `problems` for each field that is missing or has the wrong type, and outside a
 * demo for those of the example.
 */
export function readBrand(file: string | undefined, problems: string[], isDemo: boolean): Brand {
  if (file === undefined) return DEFAULT_BRAND;
  const brand = readJson(file, problems);
  if (!brand) return DEFAULT_BRAND;
  const text = (place: string, value: unknown): string => {
    if (typeof value === 'string' && value.trim() !== '') return value;
    problems.push(`BRAND_FILE ${file}: "${place}" is missing or not a text`);
    return '';
  };
  const phones: unknown[] = Array.isArray(brand.supportPhones) ? brand.supportPhones : [];
  const [phone] = phones;
  const read: Brand = {
    name: text('name', brand.name),
    hospital: text('hospital', brand.hospital),
    supportEmail: text('supportEmail', brand.supportEmail),
    supportPhone: text('supportPhones[0].number', isRecord(phone) ? phone.number : undefined),
  };
  if (!isDemo) problems.push(...exampleBrandProblems({ ...read, supportPhones: [read.supportPhone] }, file));
  return read;
}
