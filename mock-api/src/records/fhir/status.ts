/** Resources that must not be shown, or not to everyone. */
import type { Coding, Resource } from './datatypes.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const itemsOf = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);
const codings = (value: unknown): Record<string, unknown>[] => itemsOf(value).flatMap(({ coding }) => itemsOf(coding));

const WITHDRAWN = 'entered-in-error';

/** Returns whether the hospital has declared the whole resource a mistake. */
export function isWithdrawn({ status, verificationStatus }: Resource): boolean {
  return status === WITHDRAWN || codings(verificationStatus).some(({ code }) => code === WITHDRAWN);
}

/** Confidentiality codes R (restricted) and V (very restricted), and the codes of sensitive matters (HL7 v3 ActCode). */
const SENSITIVE: ReadonlySet<unknown> = new Set(
  'R V ETH ETHUD OPIOIDUD SUD SUDWS PSY PSYTHPN BH COGN DVD EMOTDIS MH HIV STD SEX SDV SA SV SPI TBOO TABOO VIO IDV GDIS SICKLE SCA'.split(
    ' ',
  ),
);

/** Returns whether a label says that a resource is sensitive: then it is never shown to a supporter. */
export function isSensitive(resource: Resource): boolean {
  const { meta } = resource;
  const security = isRecord(meta) ? itemsOf(meta.security) : [];
  const labels: Pick<Coding, 'code'>[] = [...security, ...codings(resource.securityLabel)];
  return labels.some(({ code }) => SENSITIVE.has(code));
}
