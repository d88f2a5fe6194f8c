/**
 * The parts of React Router that apps may use. This façade is shared under the key "react-router-dom": one copy for all
 * apps, and only these names reach the browser. A name that is missing here is missing at run time, so TypeScript
 * resolves "react-router-dom" to this file as well.
 */
export type { Location, RouteObject } from 'react-router';
export {
  BrowserRouter,
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
} from 'react-router';
