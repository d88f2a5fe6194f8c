import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { BrowserRouter, type RouteObject, useRoutes } from 'react-router-dom';
import { HostProvider, type NavigationLink, type SurveySlotProps } from '../platform/host.tsx';

function Routes({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

/** Stands for the surveys remote: names the survey, and can be finished. */
function FakeSurvey({ survey, onDone }: SurveySlotProps) {
  return (
    <button type="button" onClick={onDone}>
      {`finish ${survey}`}
    </button>
  );
}

/**
 * Opens a remote's routes at `path`, as the shell mounts them: at the root, in React's strict mode.
 * @param navigation the links that other remotes declare, wherever they are asked for
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
