import type { Fixture } from '../../../gallery/fixture.ts';
import { Stack } from '../components/index.ts';
import { AccordionSection } from './index.ts';

export const disclosureFixtures: Fixture[] = [
  {
    id: 'accordion--sections',
    render: () => (
      <Stack>
        <h2>Fractured right fibula</h2>
        <AccordionSection title="Activity" open>
          Put no weight on your right leg for two weeks.
        </AccordionSection>
        <AccordionSection title="Pain">Take what you were given, with food.</AccordionSection>
        <AccordionSection title="Hospital Digital Resources" disabled note="Not in the demo" />
      </Stack>
    ),
  },
];
