type Call = {
  method: string
  url: string
  signedIn: boolean
  body?: unknown
  /** Content type of an uploaded file. */
  upload?: string | undefined
  /** Extension of a downloaded file. */
  file?: string | undefined
}

/** curl command to paste into a shell. */
export function curlOf({ method, url, signedIn, body, upload, file }: Call) {
  const lines = [
    `curl --request ${method} ${quoted(url)}`,
    ...(signedIn ? [`--header ${quoted('Authorization: Bearer YOUR_TOKEN')}`] : []),
    ...(body === undefined
      ? []
      : [
          `--header ${quoted('Content-Type: application/json')}`,
          `--data ${quoted(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`,
        ]),
    ...(upload ? [`--header ${quoted(`Content-Type: ${upload}`)}`, `--data-binary ${quoted('@file.csv')}`] : []),
    ...(file ? [`--output ${quoted(`file.${file}`)}`] : []),
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
