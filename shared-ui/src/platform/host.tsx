import { type ComponentType, createContext, use } from 'react';
import type { NavigationPlace, Stroke } from '../contract/routes/navigation.ts';
import type { SurveyKind } from '../contract/survey.ts';

export interface SurveySlotProps {
  survey: SurveyKind;
  /** Id of the event that asks for it, by which its draft and unsent answers are found. */
  about: string;
  onDone(): void;
}

/** A link to a remote's screen, in the current language. */
export interface NavigationLink {
  path: string;
  label: string;
  /** Icon for `DrawnIcon`. */
  drawing: Stroke[] | undefined;
}

/**
 * Parts of the shell that remotes may use, so that one can show another's content without knowing where it comes from.
 */
interface HostParts {
  SurveySlot: ComponentType<SurveySlotProps>;
  useNavigation(place: NavigationPlace): NavigationLink[];
}

const HostContext = createContext<HostParts | null>(null);

export const HostProvider = HostContext.Provider;

function useHost(): HostParts {
  const parts = use(HostContext);
  if (!parts) throw new Error('HostProvider is missing');
  return parts;
}

/** Renders one survey of the surveys remote. @throws Error outside the shell */
export function SurveySlot(props: SurveySlotProps) {
  const parts = useHost();
  return <parts.SurveySlot {...props} />;
}

/**
 * Returns the links that remotes declare for a place, in order: only those to screens that the person may open.
 * @throws Error outside the shell
 */
export function useNavigation(place: NavigationPlace): NavigationLink[] {
  return useHost().useNavigation(place);
}
