import { STEPS } from './steps.ts';
import { Tutorial } from './Tutorial.tsx';
import { VIDEO_FILES } from './videos.ts';

/** `/onboarding/tutorial`: twelve short steps; the last one's "start" leads into the app. */
export default function TutorialScreen() {
  return <Tutorial steps={STEPS} files={VIDEO_FILES} />;
}
