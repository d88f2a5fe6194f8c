import { type ComponentType, createContext, use } from 'react';
import type { NavigationPlace, Stroke } from '../contract/navigation.ts';
import type { SurveyKind } from '../contract/survey.ts';

export interface SurveySlotProps {
  survey: SurveyKind;
  /** Id of the event that asks for it: its draft and its unsent answers are found by it. */
  about: string;
  /** The person is finished with the form. */
  onDone(): void;
}

/** A link to a remote's screen, in the language in use. */
export interface NavigationLink {
  path: string;
  label: string;
  /** Its icon, for `DrawnIcon`. */
  drawing: Stroke[] | undefined;
}

/** What the shell lends to remotes, so that one can show another's work without knowing where it comes from. */
export interface HostParts {
  SurveySlot: ComponentType<SurveySlotProps>;
  useNavigation(place: NavigationPlace): NavigationLink[];
}

const HostContext = createContext<HostParts | null>(null);

/** The shell puts its parts here, around everything. */
export const HostProvider = HostContext.Provider;

function useHost(): HostParts {
  const parts = use(HostContext);
  if (!parts) throw new Error('The shell is not there to lend its parts');
  return parts;
}

/** The place where the surveys remote shows one survey. Throws outside the shell. */
export function SurveySlot(props: SurveySlotProps) {
  const parts = useHost();
  return <parts.SurveySlot {...props} />;
}

/**
 * The links that remotes declare for a place, in their order: those to screens that the person may open. Throws outside the
 * shell.
 */
export function useNavigation(place: NavigationPlace): NavigationLink[] {
  return useHost().useNavigation(place);
}
