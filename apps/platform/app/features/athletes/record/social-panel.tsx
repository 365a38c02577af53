import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type SocialPlatform, socialAccount, socialPlatforms } from '@sherpa/contracts/athlete'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { QuietButton } from './panel-parts.tsx'

const platforms = Object.keys(socialPlatforms) as SocialPlatform[]
const { handle, followers } = socialAccount.shape

/** Two fields per platform, so that each shows its own error. Empty ones are omitted. */
const socialForm = z.partial(
  z.object(
    Object.fromEntries(
      platforms.flatMap((platform) => [
        [`${platform}-handle`, handle],
        [`${platform}-followers`, followers],
      ]),
    ) as Record<`${SocialPlatform}-handle`, typeof handle> & Record<`${SocialPlatform}-followers`, typeof followers>,
  ),
)

export function SocialPanel({ athlete }: { athlete: Athlete }) {
  const [isEditing, setEditing] = useState(false)
  const { editable, social } = athlete
  if (!editable && social.length === 0) return null
  const verb = social.length === 0 ? 'Add' : 'Edit'
  return (
    <Panel
      title="Social accounts"
      empty={social.length === 0 && 'None yet'}
      actions={
        editable && (
          <QuietButton name={`${verb} social accounts`} icon="settings" onClick={() => setEditing(true)}>
            {verb}
          </QuietButton>
        )
      }
    >
      {social.length > 0 && (
        <dl className="-mt-2">
          {social.map((account) => (
            <div key={account.platform} className="fact">
              <dt className="text-grey">{socialPlatforms[account.platform]}</dt>
              <dd className="fact-value">
                {account.handle}
                {account.followers !== null && (
                  <span className="ml-2 text-grey tabular-nums">
                    {`${account.followers.toLocaleString('en-US')} followers`}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Dialog open={isEditing} title="Social accounts" onClose={() => setEditing(false)}>
        <SocialForm athlete={athlete} onClose={() => setEditing(false)} />
      </Dialog>
    </Panel>
  )
}

function SocialForm({ athlete, onClose }: { athlete: Athlete; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [set] = athletesApi.useSetSocialAccountsMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: socialForm,
    read: (typed) =>
      Object.fromEntries(
        Object.entries(typed)
          .filter(([, text]) => text !== '')
          .map(([name, text]) => [name, name.endsWith('-followers') ? numberIn(String(text)) : text]),
      ),
    async send(values) {
      const accounts = platforms.flatMap((platform) => {
        const entered = values[`${platform}-handle`]
        return entered ? [{ platform, handle: entered, followers: values[`${platform}-followers`] ?? null }] : []
      })
      await set({ organization, athlete: athlete.id, body: { accounts } }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">Leave blank any account the athlete doesn’t have.</p>
      <FormMessage failure={failureText} />
      {platforms.map((platform) => {
        const account = athlete.social.find((one) => one.platform === platform)
        const name = socialPlatforms[platform]
        return (
          <div key={platform} className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-3">
            <TextField
              name={`${platform}-handle`}
              label={name}
              defaultValue={account?.handle ?? ''}
              placeholder="@"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              errors={errors}
            />
            <TextField
              name={`${platform}-followers`}
              label="Followers"
              aria-label={`Followers on ${name}`}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={account?.followers ?? ''}
              errors={errors}
            />
          </div>
        )
      })}
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}

/** Accepts thousands separators: 48,200. */
function numberIn(text: string) {
  return Number(text.replace(/[\s,]/g, ''))
}
