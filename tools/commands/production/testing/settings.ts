import { join } from 'node:path';
import { REPO } from 'server-kit/paths';

/** Valid production settings, except that the database does not exist. */
export const GOOD = {
  DATABASE_URL: 'postgres://lodestar:secret@127.0.0.1:1/lodestar',
  PUBLIC_URL: 'https://hospital.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/texts',
  SURVEY_TOKEN_KEY: 'a-survey-token-key-of-these-tests',
  RECORDER_AUTHORIZER: 'a-key-of-this-test-alone',
  BRAND_FILE: join(REPO, 'gateway/testing/hospital-brand.json'),
  // Key pair from RFC 8291, appendix A, a public example.
  VAPID_PUBLIC_KEY: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
};
