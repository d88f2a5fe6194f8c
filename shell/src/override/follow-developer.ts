import { setStates } from '../development/problems.ts';
import { showDevelopmentErrors } from '../development/show.tsx';
import { takeBuild } from './door.ts';

/** What the developer's server says of a build. */
interface Build {
  build: string;
  token: string;
}

/**
 * Follows a developer at work, whose own server this browser reaches: each new build is taken by its signed token, and what
 * is wrong shows over the page and in the developer's terminal.
 * @param developer origin of that server
 * @param build what this page runs
 */
export function followDeveloper(developer: string, build: string): void {
  showDevelopmentErrors(`${developer}/errors`);
  const events = new EventSource(`${developer}/events`);
  events.addEventListener('open', () => setStates({}));
  events.addEventListener('errors', ({ data }) => setStates(JSON.parse(data)));
  events.addEventListener('build', ({ data }) => {
    const next: Build = JSON.parse(data);
    if (next.build === build) return;
    takeBuild(next.token).catch((error: unknown) => console.error('The next build can not be shown', error));
  });
}
