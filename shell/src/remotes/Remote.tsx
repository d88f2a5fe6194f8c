/**
 * Loading a remote, step 1 of 4: its slot on the page. `FeatureRoutes` shows the screens of the remote that owns the
 * route; `Remote` follows the load (remote-cache.ts) and shows fallback.tsx meanwhile and after a failure.
 */
import { type ReactNode, Suspense, startTransition, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { type Location, useLocation, useRoutes } from 'react-router-dom';
import { type FeatureRemote, routeAt } from 'shared-ui/contract';
import { onReconnect, REMOTE_ROOT } from 'shared-ui/host';
import { styled } from 'styled-components';
import { RemoteBoundary, RemoteUnavailable, WaitingForRemote } from './fallback.tsx';
import { type Contract, featureContract, type LoadedRemote } from './loading/request.ts';
import { claimsOfPage } from './registry.ts';
import { loadedNow, loadOnce, noteRendered, onReplaced, replaceBroken, retry } from './remote-cache.ts';
import { enableStyles } from './styles.ts';

interface RemoteProps<T> {
  name: string;
  contract: Contract<T>;
  children(loaded: LoadedRemote<T>): ReactNode;
}

/** The element that the selectors of a remote's stylesheets begin with. It has no box, so it changes no layout. */
const Root = styled.div`
  display: contents;
`;

type LoadOutcome<T> = { loaded: LoadedRemote<T> } | { error: unknown };

/**
 * Follows a remote's load with state instead of Suspense: React delays suspended content until 300 ms after the last
 * fallback, and a remote often loads sooner. When the remote is replaced, what is shown stays until its next version
 * has loaded.
 */
function useLoadOutcome<T>(name: string, contract: Contract<T>): LoadOutcome<T> | undefined {
  const [first] = useState(() => ({ loaded: loadedNow<T>(name), promise: loadOnce(name, contract) }));
  const [outcome, setOutcome] = useState(first.loaded && ({ loaded: first.loaded } as LoadOutcome<T>));
  useEffect(() => {
    let followed: Promise<LoadedRemote<T>> | undefined;
    const follow = (promise: Promise<LoadedRemote<T>>) => {
      if (promise === followed) return;
      followed = promise;
      // A transition renders in small steps, so that the browser can do other work.
      const end = (ended: LoadOutcome<T>) => {
        if (promise === followed) startTransition(() => setOutcome((known) => (isSame(known, ended) ? known : ended)));
      };
      promise.then(
        (loaded) => end({ loaded }),
        (error) => end({ error }),
      );
    };
    const onReplace = () => follow(loadOnce(name, contract));
    follow(first.promise);
    onReplaced.addEventListener('replaced', onReplace);
    return () => {
      followed = undefined;
      onReplaced.removeEventListener('replaced', onReplace);
    };
  }, [first, name, contract]);
  return outcome;
}

function isSame<T>(known: LoadOutcome<T> | undefined, ended: LoadOutcome<T>): boolean {
  return known !== undefined && 'loaded' in known && 'loaded' in ended && known.loaded === ended.loaded;
}

function Ready<T>({ name, contract, children }: RemoteProps<T>) {
  const outcome = useLoadOutcome(name, contract);
  const isLoaded = outcome !== undefined && 'loaded' in outcome;
  useEffect(() => {
    if (isLoaded) noteRendered(name);
  }, [isLoaded, name]);
  if (!outcome) return <WaitingForRemote />;
  if ('error' in outcome) throw outcome.error;
  return <Root {...{ [REMOTE_ROOT]: name }}>{children(outcome.loaded)}</Root>;
}

/**
 * A remote's slot on the page. Shows a placeholder while it loads and tries the previous version if one fails. When no
 * version works, shows a message with "Try again", which needs no reload. Nothing outside the slot is affected.
 */
export function Remote<T>({ name, contract, children }: RemoteProps<T>) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const nextAttempt = useCallback(() => setAttempt((count) => count + 1), []);
  const onRetry = useCallback(async () => {
    await retry(name, contract);
    setHasFailed(false);
    nextAttempt();
  }, [name, contract, nextAttempt]);

  useLayoutEffect(() => enableStyles(name), [name]);

  // Before the browser paints: a connection that is back right after the message counts.
  useLayoutEffect(() => {
    if (!hasFailed) return;
    const onReplace = () => {
      setHasFailed(false);
      nextAttempt();
    };
    onReplaced.addEventListener('replaced', onReplace);
    const stopWaiting = onReconnect(() => void onRetry());
    return () => {
      onReplaced.removeEventListener('replaced', onReplace);
      stopWaiting();
    };
  }, [hasFailed, nextAttempt, onRetry]);

  const onError = async (error: unknown) => {
    if (await replaceBroken(name, contract, error)) nextAttempt();
    else setHasFailed(true);
  };

  if (hasFailed) return <RemoteUnavailable name={name} onRetry={onRetry} />;
  return (
    <RemoteBoundary key={attempt} onError={onError} fallback={<WaitingForRemote />}>
      <Suspense fallback={<WaitingForRemote />}>
        <Ready name={name} contract={contract}>
          {children}
        </Ready>
      </Suspense>
    </RemoteBoundary>
  );
}

interface RoutesProps {
  name: string;
  loaded: LoadedRemote<FeatureRemote>;
  at: Location | undefined;
}

function Routes({ name, loaded: { module, version }, at }: RoutesProps) {
  const { pathname } = useLocation();
  // The loaded version may be an earlier one than the version that owns the path.
  const declared = claimsOfPage().remotes[name]?.versions[version]?.routes;
  const { mount } = routeAt(at?.pathname ?? pathname, declared) ?? {};
  return useRoutes(mount === undefined ? module.routes : [{ path: mount, children: module.routes }], at);
}

/** Screens of the named remote, whose routes are absolute; `at` overrides the page's own location. */
export function FeatureRoutes({ name, at }: { name: string; at?: Location }) {
  return (
    // Keyed by remote, so that no state carries over to the next one.
    <Remote key={name} name={name} contract={featureContract}>
      {(loaded) => <Routes name={name} loaded={loaded} at={at} />}
    </Remote>
  );
}
