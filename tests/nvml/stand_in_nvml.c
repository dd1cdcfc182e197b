/* A stand-in for NVIDIA's management library, for tests on machines without a card.
 *
 * The file that STAND_IN_NVML names says what there is. It is read again at each call, so that a test changes a card
 * while somebody looks at it. A line is `key value`:
 *
 *   init 9                 what starting answers (9: the driver is not loaded; 18: library and driver differ)
 *   count 2                number of cards
 *   0.name NVIDIA A100     and uuid, total, free (bytes), capability (8.0), minor, mig (0 or 1)
 *   0.error 15             what every question about card 0 answers (15: it is lost)
 *   0.hangs 1              no answer about it as long as this stands here
 *   0.pids 17 18           its compute processes
 *   0.processes-error 4    what the question for them answers
 *   0.utilisation 50       and power (milliwatts), energy (millijoules), throttle (bits)
 *   0.mig-count 2          instances; 0.m0.uuid, 0.m0.total, 0.m0.free, 0.m0.gi, 0.m0.ci, 0.m0.pids ...
 *
 * Without the file the driver is not loaded.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID = 2, UNSUPPORTED = 3, MISSING = 6, TOO_SMALL = 7, NO_DRIVER = 9 };
enum { CARDS = 16, INSTANCES = 8, LONGEST = 512 };

struct card { int card, instance; };
struct memory { unsigned long long total, free, used; };
struct process { unsigned pid; unsigned long long used; unsigned gpu_instance, compute_instance; };
struct utilisation { unsigned gpu, memory; };

static struct card cards[CARDS], instances[CARDS][INSTANCES];
static int started;

static int text_of(const char *key, char *value)
{
    const char *path = getenv("STAND_IN_NVML");
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[LONGEST];
    size_t length = strlen(key);
    int found = 0;
    if (!file)
        return 0;
    while (!found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, key, length) && line[length] == ' ') {
            strcpy(value, line + length + 1);
            found = 1;
        }
    }
    fclose(file);
    return found;
}

static int known(void)
{
    const char *path = getenv("STAND_IN_NVML");
    FILE *file = path ? fopen(path, "r") : NULL;
    if (file)
        fclose(file);
    return file != NULL;
}

static unsigned long long number_of(const char *key, unsigned long long otherwise)
{
    char value[LONGEST];
    return text_of(key, value) ? strtoull(value, NULL, 10) : otherwise;
}

/* the key of something that is said of a card or of an instance */
static const char *about(const struct card *card, const char *what)
{
    static char key[4][96];
    static int turn;
    turn = (turn + 1) % 4;
    if (card->instance < 0)
        snprintf(key[turn], sizeof key[turn], "%d.%s", card->card, what);
    else
        snprintf(key[turn], sizeof key[turn], "%d.m%d.%s", card->card, card->instance, what);
    return key[turn];
}

static int fault(const struct card *card)
{
    char key[32];
    if (!started)
        return UNINITIALIZED;
    snprintf(key, sizeof key, "%d.hangs", card->card);
    while (number_of(key, 0))
        usleep(10000);
    snprintf(key, sizeof key, "%d.error", card->card);
    return (int)number_of(key, SUCCESS);
}

static int number(const struct card *card, const char *what, unsigned long long *value)
{
    char text[LONGEST];
    int wrong = fault(card);
    if (wrong)
        return wrong;
    if (!text_of(about(card, what), text))
        return UNSUPPORTED;
    *value = strtoull(text, NULL, 10);
    return SUCCESS;
}

int nvmlInitWithFlags(unsigned flags)
{
    int answer = known() ? (int)number_of("init", SUCCESS) : NO_DRIVER;
    (void)flags;
    started += answer == SUCCESS;
    return answer;
}

int nvmlShutdown(void)
{
    if (!started)
        return UNINITIALIZED;
    started--;
    return SUCCESS;
}

const char *nvmlErrorString(int answer) { return answer ? "stand-in fault" : "Success"; }

int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    char value[LONGEST];
    snprintf(text, size, "%s", text_of("driver", value) ? value : "550.54.15");
    return SUCCESS;
}

int nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    *version = (int)number_of("cuda", 12040);
    return SUCCESS;
}

int nvmlDeviceGetCount_v2(unsigned *count)
{
    if (!started)
        return UNINITIALIZED;
    *count = (unsigned)number_of("count", 0);
    return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, struct card **card)
{
    if (!started)
        return UNINITIALIZED;
    if (index >= CARDS || index >= number_of("count", 0))
        return INVALID;
    cards[index].card = (int)index;
    cards[index].instance = -1;
    *card = &cards[index];
    return fault(*card);
}

int nvmlDeviceGetUUID(struct card *card, char *text, unsigned size)
{
    char value[LONGEST];
    int wrong = fault(card);
    if (wrong)
        return wrong;
    if (text_of(about(card, "uuid"), value))
        snprintf(text, size, "%s", value);
    else if (card->instance < 0)
        snprintf(text, size, "GPU-%08d-0000-0000-0000-000000000000", card->card);
    else
        snprintf(text, size, "MIG-%08d-0000-0000-0000-%012d", card->card, card->instance);
    return SUCCESS;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, struct card **found)
{
    char text[LONGEST];
    unsigned count = (unsigned)number_of("count", 0);
    if (!started)
        return UNINITIALIZED;
    for (unsigned i = 0; i < count && i < CARDS; i++) {
        struct card card = {(int)i, -1};
        unsigned parts = (unsigned)number_of(about(&card, "mig-count"), 0);
        int wrong = nvmlDeviceGetUUID(&card, text, sizeof text);
        if (!wrong && !strcmp(text, uuid)) {
            cards[i] = card;
            *found = &cards[i];
            return SUCCESS;
        }
        for (unsigned k = 0; k < parts && k < INSTANCES; k++) {
            struct card part = {(int)i, (int)k};
            if (!nvmlDeviceGetUUID(&part, text, sizeof text) && !strcmp(text, uuid)) {
                instances[i][k] = part;
                *found = &instances[i][k];
                return SUCCESS;
            }
        }
    }
    return MISSING;
}

int nvmlDeviceGetName(struct card *card, char *text, unsigned size)
{
    char value[LONGEST];
    int wrong = fault(card);
    snprintf(text, size, "%s", !wrong && text_of(about(card, "name"), value) ? value : "NVIDIA A100-SXM4-80GB");
    return wrong;
}

int nvmlDeviceGetMemoryInfo(struct card *card, struct memory *memory)
{
    memory->total = number_of(about(card, "total"), 80ULL << 30);
    memory->free = number_of(about(card, "free"), memory->total);
    memory->used = memory->total - memory->free;
    return fault(card);
}

int nvmlDeviceGetCudaComputeCapability(struct card *card, int *major, int *minor)
{
    char value[LONGEST];
    struct card whole = {card->card, -1};
    *major = 8;
    *minor = 0;
    if (text_of(about(&whole, "capability"), value))
        sscanf(value, "%d.%d", major, minor);
    return fault(card);
}

int nvmlDeviceGetMinorNumber(struct card *card, unsigned *minor)
{
    *minor = (unsigned)number_of(about(card, "minor"), (unsigned long long)card->card);
    return fault(card);
}

int nvmlDeviceGetComputeRunningProcesses_v3(struct card *card, unsigned *count, struct process *processes)
{
    char value[LONGEST] = "";
    unsigned there = 0;
    int wrong = fault(card);
    if (!wrong)
        wrong = (int)number_of(about(card, "processes-error"), SUCCESS);
    if (wrong)
        return wrong;
    text_of(about(card, "pids"), value);
    for (char *word = strtok(value, " "); word; word = strtok(NULL, " "), there++)
        if (there < *count) {
            processes[there].pid = (unsigned)atoi(word);
            processes[there].used = 1ULL << 30;
            processes[there].gpu_instance = processes[there].compute_instance = (unsigned)-1;
        }
    wrong = there > *count ? TOO_SMALL : SUCCESS;
    *count = there;
    return wrong;
}

int nvmlDeviceGetMigMode(struct card *card, unsigned *current, unsigned *pending)
{
    unsigned long long value = 0;
    int wrong = number(card, "mig", &value);
    *current = *pending = (unsigned)value;
    return wrong;
}

int nvmlDeviceGetMaxMigDeviceCount(struct card *card, unsigned *count)
{
    *count = INSTANCES - 1;
    return fault(card);
}

int nvmlDeviceGetMigDeviceHandleByIndex(struct card *card, unsigned index, struct card **part)
{
    if (index >= INSTANCES || index >= number_of(about(card, "mig-count"), 0))
        return MISSING;
    instances[card->card][index].card = card->card;
    instances[card->card][index].instance = (int)index;
    *part = &instances[card->card][index];
    return fault(card);
}

static int id_of(struct card *card, const char *what, unsigned otherwise, unsigned *id)
{
    *id = (unsigned)number_of(about(card, what), otherwise);
    return card->instance < 0 ? INVALID : fault(card);
}

int nvmlDeviceGetGpuInstanceId(struct card *card, unsigned *id)
{
    return id_of(card, "gi", (unsigned)card->instance + 1, id);
}

int nvmlDeviceGetComputeInstanceId(struct card *card, unsigned *id) { return id_of(card, "ci", 0, id); }

int nvmlDeviceGetUtilizationRates(struct card *card, struct utilisation *utilisation)
{
    unsigned long long value = 0;
    int wrong = number(card, "utilisation", &value);
    utilisation->gpu = (unsigned)value;
    utilisation->memory = 0;
    return wrong;
}

int nvmlDeviceGetPowerUsage(struct card *card, unsigned *milliwatts)
{
    unsigned long long value = 0;
    int wrong = number(card, "power", &value);
    *milliwatts = (unsigned)value;
    return wrong;
}

int nvmlDeviceGetTotalEnergyConsumption(struct card *card, unsigned long long *millijoules)
{
    return number(card, "energy", millijoules);
}

int nvmlDeviceGetCurrentClocksThrottleReasons(struct card *card, unsigned long long *bits)
{
    return number(card, "throttle", bits);
}
