import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { type LinkedAttestation, newPayorAnswer, payorRelations } from '@sherpa/contracts/disclosure'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { Select } from '@sherpa/ui/select'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { failureOf } from '../../forms/failure.ts'
import { PlainFormMessage } from '../../forms/plain-form-message.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useArrival } from '../../frame/arrival.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'

/** The page behind a payor's link, without an account. The token is in the fragment, which stays in the browser. */
export function Component() {
  const isInBrowser = useArrival() !== undefined
  const { hash } = useLocation()
  const token = hash.slice(1)
  return (
    <main id="content" tabIndex={-1} className="mx-auto min-h-dvh w-full max-w-2xl bg-ground px-4 py-8 sm:px-6">
      {!isInBrowser ? <LoadingNote /> : token ? <Question key={token} token={token} /> : <Invalid />}
    </main>
  )
}

function Invalid() {
  return (
    <>
      <ScreenHeading title="This link is not valid" />
      <p className="mt-3">
        Your mail program may have cut it off. Copy the whole link, or ask your contact for a new one.
      </p>
    </>
  )
}

function Question({ token }: { token: string }) {
  const query = disclosuresApi.useLookUpAttestationQuery({ body: { token } })
  const [open] = disclosuresApi.useOpenAttestationMutation()
  useEffect(() => {
    // A refused opening does not keep the person from answering.
    void open({ body: { token } })
  }, [open, token])
  const code = stateOf(query) === 'failed' ? failureOf(query.error).code : undefined
  if (code === 'link-expired' || code === 'invalid-fields') return <Invalid />
  return <Loaded query={query}>{(linked) => <Answer token={token} linked={linked} />}</Loaded>
}

const endings = {
  answered: {
    title: 'Thank you',
    text: 'Your answer was sent. Please also attest in the clearinghouse, which invites you by mail.',
  },
  closed: { title: 'This link is closed', text: 'Your answer is no longer needed.' },
  expired: { title: 'This link has ended', text: 'Ask your contact to send it again.' },
}

function Answer({ token, linked }: { token: string; linked: LinkedAttestation }) {
  const { state, organization, details } = linked
  const [answer] = disclosuresApi.useAnswerAttestationMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newPayorAnswer,
    read: ({ owners, relation, explanation }) => ({ token, owners, relation, explanation: explanation || null }),
    send: (body) => answer({ body }).unwrap(),
  })
  if (state !== 'open' || !details) {
    const { title, text } = endings[state === 'open' ? 'closed' : state]
    return (
      <>
        <ScreenHeading title={title} within={organization} />
        <p className="mt-3">{text}</p>
      </>
    )
  }
  const { name, athlete, company, school } = details
  return (
    <>
      <ScreenHeading title={`Your deal with ${athlete}`} within={organization} />
      <p className="mt-3">
        Hello {name}. {organization} reports the deal of {athlete} with {company}. Two answers help to report it
        correctly.
      </p>
      <p className="mt-2 text-sm text-grey">
        This page is not the clearinghouse, and your answer is not the attestation. It is no signature and no legal
        advice.
      </p>
      <form {...formProps} className="mt-6 flex flex-col gap-4">
        <PlainFormMessage failure={failureText} />
        <Field label={`Who owns ${company}?`} error={errors.get('owners')}>
          {(control) => <textarea {...control} name="owners" rows={3} maxLength={1000} className={controlClass} />}
        </Field>
        <Field label={`How is it related to ${school ?? 'the school'}?`} error={errors.get('relation')}>
          {(control) => (
            <Select {...control} name="relation" defaultValue="">
              <option value="" disabled>
                Choose
              </option>
              {Object.entries(payorRelations).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Explanation" note="optional" error={errors.get('explanation')}>
          {(control) => <textarea {...control} name="explanation" rows={3} maxLength={1000} className={controlClass} />}
        </Field>
        <Button type="submit" busy={busy}>
          {busy ? 'Sending…' : 'Send answer'}
        </Button>
      </form>
    </>
  )
}
