import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Returns the state that another screen passed on when it led here, until this one is left or reloaded. */
export function useNavigationState<State>(): State | null {
  const location = useLocation();
  const navigate = useNavigate();
  const [state] = useState(() => location.state as State | null);
  // The browser keeps the navigation state across a reload.
  useEffect(() => {
    if (location.state !== null) navigate(location, { replace: true, state: null });
  }, [location, navigate]);
  return state;
}
