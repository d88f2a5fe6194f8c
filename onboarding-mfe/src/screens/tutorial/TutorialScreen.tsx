import { STEPS } from './steps.ts';
import { Tutorial } from './Tutorial.tsx';
import { VIDEO_FILES } from './videos.ts';

/** `/onboarding/tutorial`: twelve short steps; "start" on the last one opens the app. */
export default function TutorialScreen() {
  return <Tutorial steps={STEPS} files={VIDEO_FILES} />;
}
