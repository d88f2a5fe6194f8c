import Flashlight from 'lucide-react/icons/flashlight';
import FlashlightOff from 'lucide-react/icons/flashlight-off';
import { useState } from 'react';
import { Button, useText } from 'shared-ui';
import type { Torch } from '../../scanner/scanner.ts';
import { words } from '../../words.ts';

/** Turns the phone's light on and off. Hidden once the light fails to respond. */
export function TorchButton({ torch }: { torch: Torch }) {
  const t = useText(words);
  const [isLit, setIsLit] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const turn = async () => {
    try {
      await torch(!isLit);
      setIsLit(!isLit);
    } catch (error) {
      console.info('The light could not be turned', error);
      setIsBroken(true);
    }
  };
  if (isBroken) return null;
  return (
    <Button variant="ghost" icon={isLit ? <FlashlightOff /> : <Flashlight />} onClick={turn}>
      {isLit ? t('scan.lightOff') : t('scan.lightOn')}
    </Button>
  );
}
