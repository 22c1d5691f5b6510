/* database.ts: IndexedDB with promises. */

export function answer<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("disk"));
    });
}

export function done(transaction: IDBTransaction): Promise<void> {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("disk"));
    });
}

/** Asynchronous, so that a browser without any is a promise that fails. A window with a newer page, or someone who
 * empties the browser, does not have to wait for this one. */
export async function openDatabase(name: string, make: (empty: IDBDatabase) => void): Promise<IDBDatabase> {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => make(opening.result);
    const database = await answer(opening);
    database.onversionchange = () => database.close();
    return database;
}
