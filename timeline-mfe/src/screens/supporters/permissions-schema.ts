import { yup } from 'shared-ui/forms';

/** In the order of docs/product-rules.md#supporters. */
export const PERMISSIONS = ['statusUpdates', 'medicalRecords', 'diagnosticResults', 'carePlans', 'feedback'] as const;

/** Each permission is on or off. There are no messages, because a switch can't hold an invalid value. */
export const PERMISSIONS_SCHEMA = yup.object(
  Object.fromEntries(PERMISSIONS.map((permission) => [permission, yup.boolean().required()])),
);
