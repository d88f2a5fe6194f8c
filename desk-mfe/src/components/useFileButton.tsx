import Download from 'lucide-react/icons/download';
import { Button, useSubmit } from 'shared-ui';
import { Failure } from './feedback.tsx';
import { saveFile } from './save-file.ts';

/** Returns a button that downloads a file under the given name, and the note that is shown if it fails. */
export function useFileButton(label: string, fetchFile: () => Promise<Blob>, name: string) {
  const { state, error, submit } = useSubmit(async () => saveFile(await fetchFile(), name));
  const button = (
    <Button compact variant="ghost" icon={<Download />} busy={state === 'sending'} onClick={() => void submit()}>
      {label}
    </Button>
  );
  return { button, failure: <Failure error={error} /> };
}
