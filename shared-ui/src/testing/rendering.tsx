import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { BrowserRouter, type RouteObject, useRoutes } from 'react-router-dom';
import { HostProvider, type NavigationLink, type SurveySlotProps } from '../platform/host.tsx';

function Routes({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

/** Replaces the surveys remote: shows the survey's name, and can be finished. */
function FakeSurvey({ survey, onDone }: SurveySlotProps) {
  return (
    <button type="button" onClick={onDone}>
      {`finish ${survey}`}
    </button>
  );
}

/**
 * Renders a remote's routes at `path` as the shell does: at the root, in React's strict mode.
 * @param navigation links declared by other remotes, returned for every place
 */
export async function openRoutes(
  routes: RouteObject[],
  path: string,
  navigation: NavigationLink[] = [],
): Promise<UserEvent> {
  history.replaceState(null, '', path);
  await act(async () => {
    render(
      <StrictMode>
        <HostProvider value={{ SurveySlot: FakeSurvey, useNavigation: () => navigation }}>
          <BrowserRouter>
            <Routes routes={routes} />
          </BrowserRouter>
        </HostProvider>
      </StrictMode>,
    );
  });
  return userEvent.setup();
}

interface RouteNode {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: RouteNode[] | undefined;
}

/** Returns the paths of all screens of a remote, e.g. `profile/:profileId/events`. */
export function pathsOf(routes: readonly RouteNode[], before = ''): string[] {
  return routes.flatMap(({ path = '', index, children }) => {
    const whole = [before, path].filter((part) => part !== '').join('/');
    return index || !children ? [whole] : pathsOf(children, whole);
  });
}

const ABSENT = { checkVisibility: () => true, scrollIntoView: () => undefined };

/**
 * For tests of focus in dialogs and lists. jsdom renders nothing, so components consider nothing visible or focusable.
 * Within the calling file everything counts as visible, and scrolling does nothing.
 */
export function pretendVisible(): void {
  beforeAll(() => {
    Object.assign(HTMLElement.prototype, ABSENT);
  });
  afterAll(() => {
    for (const name of Object.keys(ABSENT)) Reflect.deleteProperty(HTMLElement.prototype, name);
  });
}
