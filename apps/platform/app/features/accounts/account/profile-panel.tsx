import { accountsApi } from '@sherpa/api-client/accounts'
import { profileChange } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAccount } from '../../../frame/account-context.ts'

export function ProfilePanel() {
  const [changeProfile] = accountsApi.useChangeProfileMutation()
  const { user, phone } = useAccount()
  const { errors, failureText, busy, formProps } = useForm({
    schema: profileChange,
    async send(values) {
      await changeProfile({ body: values }).unwrap()
      showToast('success', 'Saved.')
    },
  })
  return (
    <Panel title="Name and phone" lead="Members of your organizations see your name and email address.">
      <form {...formProps} className="flex max-w-md flex-col gap-5">
        <FormMessage failure={failureText} />
        <TextField
          name="name"
          label="Your name"
          autoComplete="name"
          maxLength={120}
          defaultValue={user.name}
          errors={errors}
        />
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          note="optional"
          defaultValue={phone ?? ''}
          hint="Shown to your athletes and their guardians."
          errors={errors}
        />
        <Button type="submit" busy={busy} className="sm:self-start">
          {busy ? 'Saving…' : 'Save'}
        </Button>
      </form>
    </Panel>
  )
}
