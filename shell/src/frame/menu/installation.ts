interface Phone {
  userAgent: string;
  platform: string;
  maxTouchPoints: number;
  /** Safari only: true when started from the home screen. */
  standalone?: boolean;
}

/** Detects iPhones and iPads. iPads that report a Mac platform are recognised by their touch screen. */
export const isIos = ({ userAgent, platform, maxTouchPoints }: Phone) =>
  /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);

/** Whether the app was started from the home screen. */
export const isInstalled = ({ standalone }: Phone) =>
  standalone === true || matchMedia('(display-mode: standalone)').matches;
