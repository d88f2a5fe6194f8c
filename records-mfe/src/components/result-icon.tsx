import Bone from 'lucide-react/icons/bone';
import Brain from 'lucide-react/icons/brain';
import FileText from 'lucide-react/icons/file-text';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import TestTube from 'lucide-react/icons/test-tube';
import type { ReactNode } from 'react';
import { RESULT_TYPE } from '../api/result-type.ts';

const ICONS: Record<number, ReactNode> = {
  [RESULT_TYPE.XRAY]: <Bone />,
  [RESULT_TYPE.BLOOD]: <TestTube />,
  [RESULT_TYPE.ELECTROCARDIOGRAM]: <HeartPulse />,
  [RESULT_TYPE.BRAIN]: <Brain />,
};

/** Returns the icon of a result type. */
export const resultIcon = (type: number): ReactNode => ICONS[type] ?? <FileText />;
