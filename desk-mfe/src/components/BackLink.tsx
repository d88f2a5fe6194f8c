import ArrowLeft from 'lucide-react/icons/arrow-left';
import { LinkButton } from 'shared-ui';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <LinkButton variant="ghost" compact icon={<ArrowLeft />} to={to}>
      {children}
    </LinkButton>
  );
}
