/** FHIR resource types that are read. */

/** Types that belong to a patient, in the order in which they are listed. */
export const PATIENT_TYPES: readonly string[] = [
  'Observation',
  'DiagnosticReport',
  'MedicationRequest',
  'MedicationStatement',
  'MedicationAdministration',
  'CarePlan',
  'CareTeam',
  'Encounter',
  'Appointment',
  'Procedure',
  'Immunization',
  'AllergyIntolerance',
  'Condition',
  'DocumentReference',
];

/** Categories of Observations, for servers that search these only by category. */
export const CATEGORIES: readonly string[] = [
  'laboratory',
  'vital-signs',
  'social-history',
  'exam',
  'imaging',
  'survey',
  'procedure',
  'activity',
  'therapy',
];

/** Types that are read for the names, pictures and files in them. */
export const SUPPORTING_TYPES: readonly string[] = [
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'HealthcareService',
  'Medication',
  'Media',
  'Binary',
];
