/** The part of http_ece's API used for Web Push; the package has no types. */
declare module 'http_ece' {
  interface Parameters {
    version: 'aes128gcm';
    /** The sender's or the receiver's own key. */
    privateKey: import('node:crypto').ECDH;
    /** Public key of the receiver, as base64url. */
    dh?: string;
    /** As base64url, or its bytes. */
    authSecret: string | Buffer;
    /** Generated if absent. */
    salt?: Buffer | undefined;
    /** Octets of padding. */
    pad?: number;
  }
  const ece: {
    encrypt(plain: Buffer, parameters: Parameters): Buffer;
    decrypt(body: Buffer, parameters: Parameters): Buffer;
  };
  export default ece;
}
