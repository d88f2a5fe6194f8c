import { type ComponentType, createContext, use } from 'react';
import type { SurveyKind } from '../contract/survey.ts';

export interface SurveySlotProps {
  survey: SurveyKind;
  /** Id of the event that asks for it: its draft and its unsent answers are found by it. */
  about: string;
  /** The person is finished with the form. */
  onDone(): void;
}

/** What the shell lends to remotes, so that one can show another's work without knowing where it comes from. */
export interface HostParts {
  SurveySlot: ComponentType<SurveySlotProps>;
}

const HostContext = createContext<HostParts | null>(null);

/** The shell puts its parts here, around everything. */
export const HostProvider = HostContext.Provider;

/** The place where the surveys remote shows one survey. Throws outside the shell. */
export function SurveySlot(props: SurveySlotProps) {
  const parts = use(HostContext);
  if (!parts) throw new Error('SurveySlot works inside the shell only');
  return <parts.SurveySlot {...props} />;
}
