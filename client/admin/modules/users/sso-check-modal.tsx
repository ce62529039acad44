import { Button, Group, Modal } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import modalClasses from '../../components/modal.module.css';
import classes from './users.module.css';

const verdicts = { fine: 'OK', note: 'Warning', wrong: 'Error' };

/** Tests each step of single sign-on and explains what fails. It signs nobody in. */
export function SsoCheckModal() {
  const test = trpc.sso.check.useMutation();
  const isOpen = test.isSuccess || test.isError;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test single sign-on
      </Button>
      <Modal
        opened={isOpen}
        onClose={test.reset}
        title="Test single sign-on"
        centered
        size="lg"
        withCloseButton={false}
        classNames={modalClasses}
      >
        {test.error && <ErrorAlert failure={parseApiError(test.error)} />}
        <dl className={classes.findings}>
          {test.data?.findings.map(({ step, verdict, words }) => (
            <div key={step} className={classes.finding}>
              <dt className={classes.step}>
                {step} <span data-verdict={verdict}>{verdicts[verdict]}</span>
              </dt>
              <dd className={classes.words}>{words}</dd>
            </div>
          ))}
        </dl>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={test.reset}>
            Close
          </Button>
        </Group>
      </Modal>
    </>
  );
}
