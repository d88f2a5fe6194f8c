/** Names of people and organizations that resources refer to. */
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { fields, HumanName, list, Reference, type Resource, text } from '../../fhir/datatypes.ts';
import type { MapContext } from '../context.ts';

const Named = Type.Object({ name: list(HumanName) });
const Organization = Type.Object({ name: text });
const Role = fields({ practitioner: Reference, organization: Reference });

function fullName(names: Static<typeof HumanName>[]): string | undefined {
  const name = names.find(({ use }) => use === 'official' || use === 'usual') ?? names[0];
  if (!name) return undefined;
  const parts = [...(name.prefix ?? []), ...(name.given ?? []), name.family ?? '', ...(name.suffix ?? [])];
  return name.text?.trim() || parts.join(' ').replace(/\s+/g, ' ').trim() || undefined;
}

function nameIn(found: Resource, context: MapContext, depth: number): string | undefined {
  if (Check(Named, found)) return fullName(found.name);
  if (Check(Organization, found)) return found.name.trim() || undefined;
  if (found.resourceType !== 'PractitionerRole' || !Check(Role, found) || depth > 0) return undefined;
  return (
    personName(found as Resource, found.practitioner, context, 1) ??
    personName(found as Resource, found.organization, context, 1)
  );
}

/** Returns the name of a person, organization or place: of the resource, else as the reference shows it. */
export function personName(
  from: Resource,
  reference: Static<typeof Reference> | undefined,
  context: MapContext,
  depth = 0,
): string | undefined {
  const found = context.find(from, reference);
  return (found && nameIn(found, context, depth)) ?? (reference?.display?.trim() || undefined);
}
