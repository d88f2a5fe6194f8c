/** What the server says about itself. */
import { PARAMETERS } from './store/search.ts';

/** `hapi`: tells all that it can. `epic`: wants a category, cannot tell what has changed, and its links expire soon. */
export type Manner = 'hapi' | 'epic';

/** Types that it has, or takes. */
const TYPES: readonly string[] = (
  'AllergyIntolerance Appointment Binary CarePlan CareTeam Communication Condition DiagnosticReport DocumentReference ' +
  'Encounter Goal Immunization Location Media Medication MedicationAdministration MedicationRequest ' +
  'MedicationStatement Observation Organization Patient Practitioner PractitionerRole Procedure ' +
  'QuestionnaireResponse ServiceRequest'
).split(' ');

export interface Capability {
  manner: Manner;
  /** Types that clients may create. */
  creatable: readonly string[];
}

const parametersOf = (type: string, manner: Manner): string[] =>
  Object.keys(PARAMETERS).filter((name) => {
    if (name === '_lastUpdated') return manner === 'hapi';
    return type !== 'Patient' || (name !== 'patient' && name !== 'subject');
  });

const resourceOf = (type: string, { manner, creatable }: Capability) => {
  const canCreate = creatable.includes(type);
  const codes = [
    'read',
    'vread',
    'search-type',
    'history-instance',
    ...(canCreate ? ['create', 'update', 'delete'] : []),
  ];
  return {
    type,
    interaction: codes.map((code) => ({ code })),
    ...(canCreate ? { conditionalCreate: true } : {}),
    searchParam: parametersOf(type, manner).map((name) => ({ name, type: PARAMETERS[name]?.type })),
  };
};

/** Returns the CapabilityStatement. */
export const capabilityStatement = (capability: Capability, tokenUrl: string, startedAt: string) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: startedAt,
  kind: 'instance',
  fhirVersion: '4.0.1',
  format: ['application/fhir+json'],
  rest: [
    {
      mode: 'server',
      security: {
        extension: [
          {
            url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
            extension: [{ url: 'token', valueUri: tokenUrl }],
          },
        ],
      },
      resource: TYPES.map((type) => resourceOf(type, capability)),
    },
  ],
});

/** Returns the SMART configuration. */
export const smartConfiguration = (tokenUrl: string) => ({
  token_endpoint: tokenUrl,
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
  scopes_supported: ['system/*.rs', 'system/*.read', 'system/*.cruds', 'system/*.write'],
  capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
});
