import { yup } from 'shared-ui/forms';

/** In the order of docs/product-rules.md#supporters. */
export const PERMISSIONS = ['statusUpdates', 'medicalRecords', 'diagnosticResults', 'carePlans', 'feedback'] as const;

/** Each permission is on or off. It has no messages: a switch can't be anything else. */
export const PERMISSIONS_SCHEMA = yup.object(
  Object.fromEntries(PERMISSIONS.map((permission) => [permission, yup.boolean().required()])),
);
