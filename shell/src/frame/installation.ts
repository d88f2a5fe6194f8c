interface Phone {
  userAgent: string;
  platform: string;
  maxTouchPoints: number;
  /** Safari's own word for "started from the home screen". */
  standalone?: boolean;
}

/** iPhones and iPads; those that call themselves a Mac are the ones with a touch screen. */
export const isIos = ({ userAgent, platform, maxTouchPoints }: Phone) =>
  /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);

/** Started from the home screen, as an app of its own. */
export const isInstalled = ({ standalone }: Phone) =>
  standalone === true || matchMedia('(display-mode: standalone)').matches;
