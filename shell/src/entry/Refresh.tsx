import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { paths, requestRefresh } from 'shared-ui';

/** `/refresh`: refetches profiles and events, then redirects to the app. */
export function Refresh() {
  useEffect(() => {
    requestRefresh().catch((error) => console.info('The refresh failed', error));
  }, []);
  return <Navigate to={paths.app.root} replace />;
}
