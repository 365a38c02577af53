import { accountsApi } from '@sherpa/api-client/accounts'
import { passwordChange } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { CodeField, codeOf } from '../../../forms/code-field.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { newPasswordHint, PasswordField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { UsernameForManagers } from '../../../forms/username-for-managers.tsx'
import { useAccount } from '../../../frame/account-context.ts'

export function ChangePasswordPanel() {
  const { user } = useAccount()
  const [changePassword] = accountsApi.useChangePasswordMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: passwordChange,
    read: ({ currentPassword, newPassword, code }) => ({
      currentPassword,
      newPassword,
      ...(user.secondFactor && { code: codeOf(code) }),
    }),
    async send(values) {
      await changePassword({ body: values }).unwrap()
      formProps.ref.current?.reset()
      showToast('success', 'Password changed. All other devices were logged out.')
    },
  })
  return (
    <Panel title="Password" lead="Changing your password logs you out on all other devices.">
      <form {...formProps} className="flex max-w-md flex-col gap-5">
        <FormMessage failure={failureText} />
        <UsernameForManagers />
        <PasswordField
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          errors={errors}
        />
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint={newPasswordHint}
          errors={errors}
        />
        {user.secondFactor && <CodeField errors={errors} />}
        <Button type="submit" look="secondary" busy={busy} className="sm:self-start">
          {busy ? 'Changing…' : 'Change password'}
        </Button>
      </form>
    </Panel>
  )
}
