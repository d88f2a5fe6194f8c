/** All demo content, with the hospital's name filled in. Stored in the database once and read from there. */
import type { Starter, StoryStepDocument } from '../common/documents.ts';
import { STARTER } from './start.ts';
import { PATIENT_STORY } from './story-patient.ts';
import { SUPPORTER_STORY } from './story-supporter.ts';

export interface DemoContent {
  starter: Starter;
  patientStory: StoryStepDocument[];
  supporterStory: StoryStepDocument[];
}

function withHospital<T>(content: T, hospital: string): T {
  const quoted = JSON.stringify(hospital).slice(1, -1);
  return JSON.parse(JSON.stringify(content).replaceAll('{hospital}', () => quoted)) as T;
}

export function demoContent(hospital: string): DemoContent {
  return withHospital({ starter: STARTER, patientStory: PATIENT_STORY, supporterStory: SUPPORTER_STORY }, hospital);
}
